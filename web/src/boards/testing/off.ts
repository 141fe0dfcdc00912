/** Whether a control can do nothing now: it is disabled, or says why when it is pressed. */
export const isOff = (control: Element): boolean =>
  (control as HTMLButtonElement).disabled || control.getAttribute("aria-disabled") === "true";
