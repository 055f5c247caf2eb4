/*
 * Landing: the first screen of the site. Owns: the hero, the call of the API root on load, the structured data of the
 * home page. Does not own: the sections below the hero, which belong to their features and are assembled in
 * app/landing-page.tsx.
 */

/** Path that the home page calls once: `GET /api/` returns `{ message }`, which is only logged. */
export const greetingPath = '/api/'
