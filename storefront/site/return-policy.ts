/** How long after delivery a return is accepted (section 9), in days. */
export const RETURN_DAYS = 15
