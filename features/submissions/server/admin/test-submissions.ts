import { createHash, randomBytes } from 'node:crypto'
import type { TestSite } from '#tests/support/test-site.ts'
import { consentText } from '#features/submissions/constants.ts'
import { insertSubmission, type NewSubmission, type Submission } from '../queries.ts'

/** Returns a submission with all fields filled in, checked and in review. */
export function testSubmission(overrides: Partial<NewSubmission> = {}): NewSubmission {
  const name = randomBytes(16).toString('hex')
  return {
    state: 'in_review',
    artistName: 'Ada Nova',
    artistEmail: 'ada@example.com',
    songTitle: 'Night Bus',
    genre: 'electronic',
    consentText,
    consentedAt: new Date('2026-11-01T10:00:00Z'),
    consentAddress: '192.0.2.7',
    fileName: 'night-bus.mp3',
    audioKey: `submissions/${name}.mp3`,
    audioBytes: 480_000,
    audioSha256: createHash('sha256').update(name).digest('hex'),
    facts: {
      durationSeconds: 30,
      frameCount: 1149,
      sampleRate: 44_100,
      channels: 2,
      bitrateKbps: 128,
      isVariableBitrate: false,
    },
    checks: {
      loudnessLufs: -14,
      truePeakDb: -1,
      clippedSamples: 0,
      silence: { leadSeconds: 0, tailSeconds: 0, longestSeconds: 0 },
      brokenFrames: 0,
      peaks: Array.from({ length: 240 }, (_, i) => i % 100),
      spectrogramKey: null,
      sameAs: [],
      notes: [],
    },
    ...overrides,
  }
}

/** Inserts a test submission. */
export async function addSubmission(
  { database }: Pick<TestSite, 'database'>,
  overrides: Partial<NewSubmission> = {},
): Promise<Submission> {
  return (await insertSubmission(database.db, testSubmission(overrides)))!
}
