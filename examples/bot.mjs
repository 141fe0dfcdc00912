// A bot in another language: `heimlich arena "cmd:node examples/bot.mjs" --against random`, or over a socket:
// `node examples/bot.mjs 9000` and `heimlich arena tcp:127.0.0.1:9000 --against random`. docs/arena.md has the messages.
import { createServer } from "node:net";
import { createInterface } from "node:readline";

/** The move that brings its own agent to the best house and the others least far on; of equal ones, the first. */
function choose({ view, actions }) {
  const own = view.own?.agents?.[0];
  const worth = (action) => {
    const [word, ...rest] = action.split(" ");
    if (word !== "move" || !own) return 0;
    const steps = Object.fromEntries(rest.flatMap((name, at) => (at % 2 ? [] : [[name, Number(rest[at + 1])]])));
    const place = (view.at[own] + (steps[own] ?? 0)) % view.values.length;
    return view.values[place] - 0.1 * Object.values(steps).reduce((sum, each) => sum + each, 0);
  };
  return actions.reduce((best, action) => (worth(action) > worth(best) ? action : best));
}

function play(input, output) {
  createInterface({ input }).on("line", (line) => {
    const message = JSON.parse(line);
    if (message.type === "decide") output.write(JSON.stringify({ action: choose(message) }) + "\n");
  });
}

const port = process.argv[2];
if (port) createServer((socket) => play(socket, socket)).listen(Number(port), "127.0.0.1");
else play(process.stdin, process.stdout);
