import { expect, test } from "vitest";
import { reachOf } from "./reach";

test.each(["localhost", "127.0.0.1", "127.8.9.1", "[::1]", "table.localhost", "0.0.0.0"])("%s is this machine", (host) => {
  expect(reachOf(host)).toBe("machine");
});

test.each(["192.168.1.20", "10.0.0.3", "172.16.4.4", "172.31.0.1", "169.254.1.1", "[fd12:3456::1]", "[fe80::1]", "nas", "pc.local"])(
  "%s is known in one network",
  (host) => {
    expect(reachOf(host)).toBe("network");
  },
);

test.each(["heimlich.example", "172.32.0.1", "8.8.8.8", "[2001:db8::1]", "localhost.example", "10.example.org"])(
  "%s can be reached from anywhere",
  (host) => {
    expect(reachOf(host)).toBe("everywhere");
  },
);
