// How large something is, told when the browser has laid out the page anyway: asking for it would make it do so.

/** For `{@attach …}`. */
export const measuring =
  (tell: (size: DOMRectReadOnly) => void) =>
  (element: Element): (() => void) => {
    const observer = new ResizeObserver(([entry]) => entry && tell(entry.contentRect));
    observer.observe(element);
    return () => observer.disconnect();
  };
