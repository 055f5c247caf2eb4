import { DoorOpen, ExternalLink, LogOut } from 'lucide-react'
import { Button, buttonClass } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { Tag } from '#ui/tag.tsx'
import type { VenueRoom } from '#features/venue/contract.ts'
import { useDevice } from './device.ts'
import { useRoom, type Reason, type RoomState } from './use-room.ts'

const reasons: Record<Reason, string> = {
  'slow': 'The room did not respond within 8 seconds. Use Open Full to try it in a new tab.',
  'offline': 'You are offline. Reconnect to enter the room.',
  'cannot-draw': 'This browser cannot display the room here. Use Open Full to try it in a new tab.',
  'refuses': 'The room does not allow embedding. Use Open Full to go there.',
  'down': 'The room is not responding. Try again later, or use Open Full.',
  'taken': 'You left the room because something else started playing.',
}

/** Returns the status message of the room; empty if there is none. */
function messageFor(state: RoomState): string {
  if (state.at === 'opening') return 'Opening the room. This may take a few seconds.'
  if (state.at === 'inside') return 'You are in the room. Other audio is paused until you leave.'
  return state.reason ? reasons[state.reason] : ''
}

/** Sandbox of the room. It may run scripts and use its own storage, but not navigate this page. */
const sandbox =
  'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-pointer-lock'
/** Permissions the room may request. */
const allow = 'autoplay; camera; fullscreen; microphone'

/** The embedded room. Mounting it enters the room. */
function RoomFrame({ embedUrl, host, onLoad }: { embedUrl: string; host: string; onLoad: () => void }) {
  return (
    <iframe
      title={`Virtual World, on ${host}`}
      src={embedUrl}
      sandbox={sandbox}
      allow={allow}
      // A room may be restricted to certain sites and checks the referrer.
      referrerPolicy="strict-origin-when-cross-origin"
      onLoad={onLoad}
      className="absolute inset-0 size-full"
    />
  )
}

const facts = ['Live Virtual Space', 'Guest Access', 'Voice Chat']

/**
 * Entry to a connected room: on a desktop it opens in the page, elsewhere a link opens its app. The server renders one
 * page for all, so CSS decides by pointer type until JavaScript knows the device.
 */
export function RoomEntry({ room }: { room: VenueRoom }) {
  const device = useDevice()
  const { state, enter, leave, onFrameLoad, openElsewhere } = useRoom()
  const { url, host, embedUrl } = room
  const isOutside = state.at === 'outside'
  const isPhone = device === 'phone'
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3 p-4 md:px-6">
        <ul className="flex flex-wrap gap-2" aria-label="In the room">
          {facts.map((fact) => (
            <li key={fact}>
              <Tag className="bg-plate text-sand">{fact}</Tag>
            </li>
          ))}
        </ul>
        {isPhone ? null : (
          <RoomLink
            href={url}
            onClick={openElsewhere}
            className={buttonClass(
              embedUrl ? 'quiet' : 'primary',
              classNames(embedUrl && 'bg-plate', !device && 'pointer-coarse:hidden'),
            )}
          >
            Open Full
          </RoomLink>
        )}
      </div>
      <div className="relative flex min-h-0 flex-1 flex-col justify-end">
        {isOutside || !embedUrl ? (
          <p className="m-4 max-w-xl self-start bg-plate p-4 text-small text-dust md:m-6">
            {isPhone || !embedUrl
              ? `The room is on ${host}. Your device asks before it shares your microphone.`
              : `Entering loads the room from ${host}, another company’s site with its own rules and cookies. Your browser asks before it shares your microphone.`}
          </p>
        ) : (
          <>
            <p className="flex flex-1 items-center justify-center bg-plate p-5 text-dust" aria-hidden="true">
              {state.at === 'opening' ? 'Opening the room…' : ''}
            </p>
            <RoomFrame embedUrl={embedUrl} host={host} onLoad={onFrameLoad} />
          </>
        )}
      </div>
      {embedUrl || device !== 'desktop' ? (
        <div className="flex min-h-20 flex-wrap items-center gap-x-5 gap-y-3 border-t border-groove bg-plate-raised p-4 md:px-6">
          {device === 'desktop' ? null : (
            <RoomLink
              href={url}
              onClick={openElsewhere}
              className={buttonClass('primary', isPhone ? undefined : 'not-pointer-coarse:hidden')}
            >
              Open in Spatial App
            </RoomLink>
          )}
          {embedUrl && !isPhone ? (
            // One button for both actions, so that it keeps focus and position.
            <Button
              variant={isOutside ? 'primary' : 'quiet'}
              onClick={isOutside ? enter : leave}
              className={device ? undefined : 'noscript:hidden pointer-coarse:hidden'}
            >
              {isOutside ? (
                <DoorOpen size={16} strokeWidth={1.5} aria-hidden="true" />
              ) : (
                <LogOut size={16} strokeWidth={1.5} aria-hidden="true" />
              )}
              {isOutside ? 'Enter the Room' : 'Leave the Room'}
            </Button>
          ) : null}
          {isPhone ? null : (
            <p role="status" className="min-w-0 flex-1 basis-64 text-small text-dust">
              {messageFor(state)}
            </p>
          )}
        </div>
      ) : null}
    </>
  )
}

/** Link to the room on its own site. */
function RoomLink({ children, ...link }: { href: string; onClick: () => void; className: string; children: string }) {
  return (
    <a {...link} target="_blank" rel="noopener noreferrer">
      {children}
      <ExternalLink size={16} strokeWidth={1.5} aria-hidden="true" />
      <span className="sr-only">(opens in a new tab)</span>
    </a>
  )
}
