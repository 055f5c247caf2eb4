/*
 * Landing: the first screen of the site. Owns: the hero, the call of the API root on load, the structured data of the
 * home page. Does not own: the sections below the hero; each belongs to its feature, and app/landing-page.tsx assembles
 * them.
 */

/** Path of the call the home page makes once: `GET /api/` returns `{ message }`, which is only logged. */
export const greetingPath = '/api/'
