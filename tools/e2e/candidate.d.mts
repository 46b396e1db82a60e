export function enter(link: string): Promise<{ url: string; cookie: string }>;
export function essentials(root: string): string[];
