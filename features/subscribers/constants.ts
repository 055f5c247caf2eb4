/*
 * * Texts and path of the sign-up. They are separate from the schemas, so that a page loads no validator.
 */

/** Path of the sign-up request. */
export const subscribePath = '/api/newsletter/subscribe'

/** Schedule promised in the specification. Issues are sent at 09:00 in America/New_York. */
export const schedulePromise = 'Every Friday at 9 AM EST'

/** Consent text of the sign-up. Each sign-up stores its version, so a changed text needs a new version. */
export const consent = {
  version: '2026-12',
  text: 'One newsletter a week, every Friday at 9 AM EST. Opens and clicks are counted. Unsubscribe with one click at any time.',
}
