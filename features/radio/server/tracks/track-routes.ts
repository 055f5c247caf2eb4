import type { FastifyInstance } from 'fastify'
import type { AnalyseRecording } from '#platform/recordings/recording-analyser.ts'
import { sendAnalysis } from '#platform/recordings/send-analysis.ts'
import { AppError } from '#shared/errors.ts'
import { stationTrackPath } from '#features/radio/contract.ts'

type TrackRoutesDeps = {
  /** Where the file of a track lies that is in the rotation; of no other. */
  fileOf: (id: string) => string | undefined
  analyseRecording: AnalyseRecording
}

/**
 * What a track of the station looks like: its outline, and its levels for the live figure. The track itself is heard on
 * the air alone.
 */
export function trackRoutes({ fileOf, analyseRecording }: TrackRoutesDeps) {
  return async function routes(app: FastifyInstance) {
    for (const view of ['waveform', 'levels'] as const) {
      app.get<{ Params: { id: string } }>(stationTrackPath(':id', view), async (request, reply) => {
        const file = fileOf(request.params.id)
        if (!file) throw new AppError('not-found', 'This track is not in the rotation.')
        return sendAnalysis(request, reply, await analyseRecording(file), view)
      })
    }
  }
}
