import type { FastifyReply, FastifyRequest } from 'fastify'
import { isUnchanged } from '#platform/requested-range.ts'
import { AppError } from '#shared/errors.ts'
import { type AnalysisOutcome, bandCount, levelsPerSecond, type RecordingAnalysis } from './analysis.ts'

/** Views of an analysis: the waveform for a seek bar and the levels for a live figure. */
const analysisViews = {
  waveform: ({ durationSeconds, peaks }: RecordingAnalysis) => ({ durationSeconds, peaks }),
  levels: ({ durationSeconds, bands }: RecordingAnalysis) => ({
    durationSeconds,
    bandCount,
    perSecond: levelsPerSecond,
    bands,
  }),
}

/**
 * Sends one view of an analysis. The entity tag is the hash of the recording, so a replaced file shows after a day at
 * most.
 *
 * @param cacheControl Instead of a day for everybody, for restricted recordings.
 * @throws AppError `not-found` when the recording cannot be analyzed; players work without it.
 */
export function sendAnalysis(
  request: FastifyRequest,
  reply: FastifyReply,
  outcome: AnalysisOutcome,
  view: keyof typeof analysisViews,
  cacheControl = 'public, max-age=86400',
) {
  if (!outcome.ok) throw new AppError('not-found', { key: 'site.errors.noAnalysis' })
  const etag = `"${outcome.analysis.contentHash.slice(0, 22)}-${view}"`
  reply.header('cache-control', cacheControl).header('etag', etag)
  if (isUnchanged(request, etag)) return reply.code(304).send()
  return reply.send(analysisViews[view](outcome.analysis))
}
