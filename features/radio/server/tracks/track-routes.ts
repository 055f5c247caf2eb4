import type { FastifyInstance } from 'fastify'
import type { AnalyseRecording } from '#platform/recordings/recording-analyser.ts'
import { sendAnalysis } from '#platform/recordings/send-analysis.ts'
import { type Storage, withFileAt } from '#platform/storage/storage.ts'
import { AppError } from '#shared/errors.ts'
import { stationTrackPath } from '#features/radio/contract.ts'

type TrackRoutesDeps = {
  /** Returns the file of a track in the rotation. */
  fileOf: (id: string) => string | undefined
  storage: Pick<Storage, 'withFile'>
  analyseRecording: AnalyseRecording
}

/** Routes for the waveform and levels of a track. The audio itself is only available on air. */
export function trackRoutes({ fileOf, storage, analyseRecording }: TrackRoutesDeps) {
  return async function routes(app: FastifyInstance) {
    for (const view of ['waveform', 'levels'] as const) {
      app.get<{ Params: { id: string } }>(stationTrackPath(':id', view), async (request, reply) => {
        const file = fileOf(request.params.id)
        if (!file) throw new AppError('not-found', { key: 'radio.errors.trackNotFound' })
        return sendAnalysis(request, reply, await withFileAt(storage, file, analyseRecording), view)
      })
    }
  }
}
