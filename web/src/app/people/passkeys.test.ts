import { expect, test } from "vitest";
import { deviceName, placeOf, toBytes, toText } from "./passkeys";

test("bytes go to text and back", () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
  const text = toText(bytes.buffer);
  expect(text).not.toMatch(/[+/=]/);
  expect([...toBytes(text)]).toEqual([...bytes]);
  expect(toText(new ArrayBuffer(0))).toBe("");
});

test("passkeys need https and a name, or localhost", () => {
  expect(placeOf({ hostname: "play.example.org" }, true, true)).toBe("fine");
  expect(placeOf({ hostname: "localhost" }, true, true)).toBe("fine");
  expect(placeOf({ hostname: "192.168.1.7" }, false, false)).toBe("insecure");
  expect(placeOf({ hostname: "10.0.0.1" }, true, true)).toBe("insecure");
  expect(placeOf({ hostname: "play.lan" }, false, true)).toBe("insecure");
  expect(placeOf({ hostname: "127.0.0.1" }, true, true)).toBe("local");
  expect(placeOf({ hostname: "[::1]" }, true, true)).toBe("local");
  expect(placeOf({ hostname: "play.example.org" }, true, false)).toBe("none");
});

test("a passkey is called after its device", () => {
  expect(deviceName("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)")).toBe("iPhone");
  expect(deviceName("Mozilla/5.0 (Linux; Android 15)")).toBe("Android");
  expect(deviceName("something else")).toBe("");
});
