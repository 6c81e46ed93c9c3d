/** Prefix of the admin's cookie names; over https it is preceded by `__Secure-`. */
export const COOKIE_PREFIX = 'admin'
export const SESSION_COOKIE = `${COOKIE_PREFIX}.session_token`
