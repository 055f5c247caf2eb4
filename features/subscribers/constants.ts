/*
 * Path and consent of the sign-up. They are separate from the schemas, so that a page loads no validator.
 */

/** Path of the sign-up request. */
export const subscribePath = '/api/newsletter/subscribe'

/**
 * Version of the consent text of the sign-up, `subscribers.form.consent` in the catalogues. Each sign-up stores it, so
 * a changed text needs a new version.
 */
export const consentVersion = '2026-12.2'
