import { type Entry, join } from "../catalogue";

type Files = Record<string, Record<string, Entry>>;

export default join(
  import.meta.glob(["../../../../src/heimlich/text/fr/*.json", "!../../../../src/heimlich/text/fr/terminal.json"], {
    eager: true,
    import: "default",
  }) as Files,
);
