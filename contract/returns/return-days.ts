/** Days after delivery in which goods can be returned, unless the family has changed them. */
export const RETURN_DAYS = 15
