/** What the cookies of the admin begin with; over https a browser puts `__Secure-` before it. */
export const COOKIE_PREFIX = 'admin'
export const SESSION_COOKIE = `${COOKIE_PREFIX}.session_token`
