// Fingers, mouse and wheel on the map, told as taps, drags, pinches and zooming. What they mean is the map's affair.

import type { Point } from "../map/atlas";

export interface Hands {
  tap(target: Element): void;
  drag(dx: number, dy: number): void;
  pinch(before: [Point, Point], after: [Point, Point]): void;
  zoom(at: Point, factor: number): void;
}

const SLACK = 6; // so far a finger may slip in a tap, in pixels

/** Listens on an element; to be used as an attachment. The answer ends it. */
export function listen(node: Element, hands: Hands): () => void {
  const down = new Map<number, Point>();
  let dragged = false;

  const at = (event: MouseEvent): Point => {
    const box = node.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };

  function press(event: PointerEvent): void {
    if (event.pointerType === "mouse" && event.button !== 0) return;
    if (down.size === 0) dragged = false;
    down.set(event.pointerId, at(event));
  }

  function move(event: PointerEvent): void {
    const before = down.get(event.pointerId);
    if (!before) return;
    const now = at(event);
    if (!dragged && down.size === 1 && Math.hypot(now.x - before.x, now.y - before.y) < SLACK) return;
    if (!dragged) node.setPointerCapture(event.pointerId);
    dragged = true;
    const other = [...down].find(([id]) => id !== event.pointerId)?.[1];
    down.set(event.pointerId, now);
    if (other) hands.pinch([before, other], [now, other]);
    else hands.drag(now.x - before.x, now.y - before.y);
  }

  function lift(event: PointerEvent): void {
    down.delete(event.pointerId);
  }

  function click(event: MouseEvent): void {
    if (!dragged && event.target instanceof Element) hands.tap(event.target);
    dragged = false;
  }

  /** With the control key, or two fingers on a pad, which browsers tell in the same way; otherwise the page scrolls. */
  function wheel(event: WheelEvent): void {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    hands.zoom(at(event), Math.exp(-event.deltaY / 240));
  }

  const listeners: [string, (event: never) => void][] = [
    ["pointerdown", press],
    ["pointermove", move],
    ["pointerup", lift],
    ["pointercancel", lift],
    ["click", click],
    ["wheel", wheel],
  ];
  for (const [name, listener] of listeners) {
    node.addEventListener(name, listener as EventListener, { passive: name !== "wheel" });
  }
  return () => {
    for (const [name, listener] of listeners) node.removeEventListener(name, listener as EventListener);
  };
}
