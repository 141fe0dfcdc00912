/** Properties that a test can change while a component is mounted. */
export function changing<T extends object>(props: T): T {
  const kept = $state(props);
  return kept;
}
