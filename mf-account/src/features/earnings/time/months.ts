const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** The month of a civil date, such as `Mar`. */
export const monthOf = (day: string): string => MONTHS[Number(day.slice(5, 7)) - 1] ?? '';
