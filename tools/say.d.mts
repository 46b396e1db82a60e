export function say(line: string): void;
