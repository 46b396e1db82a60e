const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `Mar` of a civil date. */
export const monthOf = (day: string): string => MONTHS[Number(day.slice(5, 7)) - 1] ?? '';
