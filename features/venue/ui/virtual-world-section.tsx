import { ExternalLink } from 'lucide-react'
import { buttonClass } from '#ui/button.tsx'
import { Figure } from '#ui/figure/figure.tsx'
import { Section } from '#ui/section.tsx'
import { Tag } from '#ui/tag.tsx'
import type { VenueProps } from '#features/venue/contract.ts'

/**
 * The landing page's way into the venue. Nothing is loaded from the venue's own site: its door is a link.
 *
 * @param roomUrl The spatial room; undefined until the owner has connected one.
 */
export function VirtualWorldSection({ side, roomUrl }: { side: string } & VenueProps) {
  return (
    <Section
      id="virtual-world"
      side={side}
      title="A room with no cloakroom."
      lead="The venue is a place to walk around in: a stage, a bar that serves nothing, and whoever turns up. Guests are welcome and nobody needs an account."
    >
      <div className="relative isolate flex min-h-[28rem] flex-col justify-between gap-16 overflow-hidden border border-groove bg-plate-raised p-5 md:aspect-[16/9] md:min-h-0 md:p-8">
        <div className={roomUrl ? 'absolute inset-0 -z-10 opacity-60' : 'absolute inset-0 -z-10 opacity-20'} aria-hidden="true">
          <Figure slug="virtual-world" variant="wide" sizes="(min-width: 64rem) 75vw, 100vw" className="size-full object-cover" />
        </div>
        {roomUrl ? <OpenDoor roomUrl={roomUrl} /> : <ClosedDoor />}
      </div>
    </Section>
  )
}

function OpenDoor({ roomUrl }: { roomUrl: string }) {
  return (
    <>
      <ul className="flex flex-wrap gap-2" aria-label="In the room">
        {['Live Virtual Space', 'Guest Access', 'Voice Chat'].map((fact) => (
          <li key={fact}>
            <Tag className="bg-plate text-sand">{fact}</Tag>
          </li>
        ))}
      </ul>
      <div className="flex flex-col items-start gap-3">
        <a href={roomUrl} target="_blank" rel="noopener noreferrer" className={buttonClass('primary')}>
          {/* The page is the same for everybody, so the device chooses its words by how it is pointed at. */}
          <span className="pointer-coarse:hidden">Open Full</span>
          <span className="hidden pointer-coarse:inline">Open in Spatial App</span>
          <ExternalLink size={16} strokeWidth={1.5} aria-hidden="true" />
          <span className="sr-only">(opens in a new tab)</span>
        </a>
        <p className="text-small text-dust">
          Leads to {new URL(roomUrl).host}. Your browser will ask before it lends anyone your microphone.
        </p>
      </div>
    </>
  )
}

function ClosedDoor() {
  return (
    <>
      <p className="label text-dust">Not connected yet</p>
      <div className="flex max-w-xl flex-col gap-3">
        <p className="heading">Doors closed, plate quiet.</p>
        <p className="text-dust">No room is connected to this page at the moment. When one is, its door will be right here.</p>
      </div>
    </>
  )
}
