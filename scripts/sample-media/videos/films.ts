import type { Motion } from '../../../shared/chladni.ts'

/** What the plate shows from a moment of the film on, in seconds from its start. */
export type Scene = { at: number; motion: Motion }

/**
 * One plate film: thirty seconds of a track, and the figures its sections are given.
 *
 * @property from Where in the track the film begins, in seconds; on a bar line.
 * @property posterAt The moment of the film that stands still as its poster.
 */
export type Film = { artistSlug: string; file: string; from: number; posterAt: number; scenes: Scene[] }

export const filmSeconds = 30

/** Seconds of a bar of four. */
const bars = (bpm: number) => (count: number) => (count * 4 * 60) / bpm
const glass = bars(116)
const house = bars(122)

/** Square plates mirror alike when m + n has one parity, so each scene keeps to one family and only bends it. */
const square = (symmetry: 'plus' | 'minus', ...modes: [m: number, n: number, weight: number][]): Motion => ({
  symmetry,
  modes: modes.map(([m, n, weight]) => ({ m, n, weight })),
})

export const films: Film[] = [
  {
    artistSlug: 'luma-swade',
    file: 'glass-arcade',
    from: glass(12),
    posterAt: 14.5,
    // The verse's second half, the chorus at bar 16, its answer at 20, the verse again at 24.
    scenes: [
      { at: 0, motion: square('minus', [1, 3, 1], [3, 5, 0.4]) },
      { at: glass(2), motion: square('minus', [1, 5, 1], [1, 3, 0.5]) },
      { at: glass(4), motion: square('minus', [3, 7, 1], [1, 5, 0.6], [5, 7, 0.3]) },
      { at: glass(6), motion: square('plus', [3, 7, 1], [1, 3, 0.6]) },
      { at: glass(8), motion: square('minus', [3, 5, 1], [1, 9, 0.5], [3, 9, 0.3]) },
      { at: glass(10), motion: square('plus', [5, 7, 1], [1, 7, 0.7]) },
      { at: glass(12), motion: square('minus', [1, 3, 1], [1, 5, 0.5]) },
    ],
  },
  {
    artistSlug: 'vesper-swade',
    file: 'tidewater',
    from: 32,
    posterAt: 20,
    // One chord every eight seconds.
    scenes: [
      {
        at: 0,
        motion: {
          symmetry: 'round',
          modes: [
            { m: 2, n: 0, weight: 1 },
            { m: 1, n: 5, weight: 0.5 },
          ],
        },
      },
      {
        at: 8,
        motion: {
          symmetry: 'round',
          modes: [
            { m: 2, n: 5, weight: 1 },
            { m: 3, n: 0, weight: 0.8 },
          ],
        },
      },
      {
        at: 16,
        motion: {
          symmetry: 'round',
          modes: [
            { m: 2, n: 6, weight: 1 },
            { m: 4, n: 0, weight: 0.7 },
          ],
        },
      },
      {
        at: 24,
        motion: {
          symmetry: 'round',
          modes: [
            { m: 3, n: 3, weight: 1 },
            { m: 2, n: 0, weight: 0.6 },
          ],
        },
      },
    ],
  },
  {
    artistSlug: 'juno-swade',
    file: 'mirrorball-math',
    from: house(28),
    posterAt: 16.5,
    // The last of the quiet, the floor at bar 32, the horns at 36, the answer at 40.
    scenes: [
      { at: 0, motion: { symmetry: 'star', modes: [{ m: 5, n: 3, weight: 1 }] } },
      {
        at: house(4),
        motion: {
          symmetry: 'star',
          modes: [
            { m: 9, n: 3, weight: 1 },
            { m: 5.2, n: 3, weight: 0.5 },
          ],
        },
      },
      {
        at: house(6),
        motion: {
          symmetry: 'star',
          modes: [
            { m: 9, n: 4, weight: 1 },
            { m: 5.4, n: 4, weight: -0.5 },
          ],
        },
      },
      {
        at: house(8),
        motion: {
          symmetry: 'star',
          modes: [
            { m: 10, n: 4, weight: 1 },
            { m: 6, n: 4, weight: 0.8 },
          ],
        },
      },
      {
        at: house(10),
        motion: {
          symmetry: 'star',
          modes: [
            { m: 9, n: 5, weight: 1 },
            { m: 5.5, n: 5, weight: 0.6 },
          ],
        },
      },
      {
        at: house(12),
        motion: {
          symmetry: 'star',
          modes: [
            { m: 11, n: 5, weight: 1 },
            { m: 6.5, n: 5, weight: -0.7 },
          ],
        },
      },
      { at: house(14), motion: { symmetry: 'star', modes: [{ m: 6, n: 3, weight: 1 }] } },
    ],
  },
]
