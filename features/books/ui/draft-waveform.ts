/**
 * Where the player of a draft's page, which stands in the browser door, finds the outline of a recording nobody else
 * may hear.
 */
export { draftWaveformPath } from '#features/books/constants.ts'
