/*
 * What sign-up says and where it posts, apart from the schemas so that a page carries no validator to the browser.
 */

/** The call of the sign-up form. */
export const subscribePath = '/api/newsletter/subscribe'

/** The promise, word for word. Sending follows 09:00 wall clock in America/New_York. */
export const schedulePromise = 'Every Friday at 9 AM EST'

/** What people agree to by signing up; stored with each sign-up under its version. */
export const consent = {
  version: '2026-12',
  text: 'One newsletter a week, every Friday at 9 AM EST. Opens and clicks are counted. Unsubscribe with one click at any time.',
}
