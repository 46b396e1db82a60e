/** Header of a file that the portal host itself refuses: `missing` or `changed`. No proxy sets it. */
export const MISSING_FILE_HEADER = 'x-portal-refused';
