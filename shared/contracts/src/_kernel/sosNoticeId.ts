const PREFIX = 'sos:';

export const sosNoticeId = (sosId: number | string, state: string): string => `${PREFIX}${sosId}:${state}`;

export const isSosNotice = (id: string): boolean => id.startsWith(PREFIX);
