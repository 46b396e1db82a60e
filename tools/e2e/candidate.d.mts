export function openCandidate(link: string): Promise<{ url: string; cookie: string }>;
export function essentialJourneys(root: string): string[];
