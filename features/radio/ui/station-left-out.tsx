import { TriangleAlert } from 'lucide-react'
import type { RecordingProblem } from '#features/radio/contract.ts'
import { StationPanel, timeOfDay } from './station-panel.tsx'

/** Recordings the station skips, each with the reason and what to do. */
export function LeftOut({ problems }: { problems: RecordingProblem[] }) {
  return (
    <StationPanel name="Left out" fact={problems.length > 0 ? `${problems.length} skipped` : undefined}>
      {problems.length === 0 ? (
        <p className="border-t border-groove p-5 text-small text-dust md:px-6">Every recording that was due could be played.</p>
      ) : (
        <>
          <ul>
            {problems.map(({ recordingId, title, artist, reason, sinceMs }) => (
              <li key={recordingId} className="flex gap-4 border-t border-groove p-5 md:px-6">
                <TriangleAlert size={20} strokeWidth={1.5} aria-hidden="true" className="mt-1 shrink-0 text-loss" />
                <p className="flex min-w-0 flex-col gap-1">
                  <span>
                    {title}, <span className="text-dust">{artist}</span>
                  </span>
                  <span className="text-small">{reason}</span>
                  <span className="label flex flex-wrap gap-x-4 text-dust normal-case">
                    <span className="wrap-anywhere">{recordingId}</span>
                    <span>since {timeOfDay(sinceMs)} UTC</span>
                  </span>
                </p>
              </li>
            ))}
          </ul>
          <p className="border-t border-groove p-5 text-small text-dust md:px-6">
            Other songs play in their place. Each one is tried again after five minutes, so a mended file needs no restart.
          </p>
        </>
      )}
    </StationPanel>
  )
}
