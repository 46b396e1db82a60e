export const pictureCountText = (count: number): string => `${count} ${count === 1 ? 'picture' : 'pictures'}`;
