/**
 * Returns where the player of a draft's page finds the waveform of an unpublished recording. Re-exported because
 * pages must not import the feature's constants.
 */
export { draftWaveformPath } from '#features/books/constants.ts'
