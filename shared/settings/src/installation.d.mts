export function nodeProblem(root: string, version?: string): string | null;
export function isInstalled(root: string): boolean;
