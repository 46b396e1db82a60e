export const picturesOf = (count: number): string => `${count} ${count === 1 ? 'picture' : 'pictures'}`;
