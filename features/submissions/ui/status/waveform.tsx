/** The outline of a recording, still: 240 whole numbers 0–100. */
export function Waveform({ peaks }: { peaks: readonly number[] }) {
  const path = peaks.map((peak, index) => `M${index + 0.5} ${50 - Math.max(0.5, peak / 2)}v${Math.max(1, peak)}`).join('')
  return (
    <svg
      viewBox={`0 0 ${peaks.length} 100`}
      preserveAspectRatio="none"
      role="img"
      aria-label="Outline of the recording"
      className="h-24 w-full text-sand"
    >
      <path d={path} stroke="currentColor" strokeWidth="0.6" vectorEffect="none" fill="none" />
    </svg>
  )
}
