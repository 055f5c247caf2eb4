/** What the room may do. It runs and keeps what is its own; it cannot lead this page away, and nothing else of this page is its business. */
const sandbox = 'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-pointer-lock'
/** What it may ask the visitor for. */
const allow = 'autoplay; camera; fullscreen; microphone'

/** The room itself, in its form for frames. Rendering it is entering it. */
export function RoomFrame({ embedUrl, host, onLoad }: { embedUrl: string; host: string; onLoad: () => void }) {
  return (
    <iframe
      title={`Virtual World, on ${host}`}
      src={embedUrl}
      sandbox={sandbox}
      allow={allow}
      // The room may be made for a few sites alone, and asks who shows it.
      referrerPolicy="strict-origin-when-cross-origin"
      onLoad={onLoad}
      className="absolute inset-0 size-full"
    />
  )
}
