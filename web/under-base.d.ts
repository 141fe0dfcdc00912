export function withBase(code: string, filename: string): string;
