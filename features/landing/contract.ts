/*
 * Landing: the first screen of the site.
 * Owns: the hero, the greeting of the API on load, what the home page tells search engines.
 * Does not own: the sections below the hero; each belongs to its room, and app/landing-page.tsx sets them in order.
 */

/** The call the home page makes once: `GET /api/` answers `{ message }`, which is logged and nothing else. */
export const greetingPath = '/api/'
