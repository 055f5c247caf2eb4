/*
 * Path and consent of the sign-up. They are separate from the schemas, so that a page loads no validator.
 */

/** Path of the sign-up request. */
export const subscribePath = '/api/newsletter/subscribe'

/**
 * Version of the consent texts of the sign-up, `subscribers.form.consent` and `consentUntracked` in the catalogues.
 * Each sign-up stores it, so a changed text needs a new version.
 */
const consentVersion = '2026-12.2'

/** Returns the version of the consent text of the form. @param isTracked Whether opens and clicks are counted. */
export const consentVersionOf = (isTracked: boolean) => (isTracked ? consentVersion : `${consentVersion}-untracked`)
