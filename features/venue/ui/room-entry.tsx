import { DoorOpen, ExternalLink, LogOut } from 'lucide-react'
import { useTranslations } from 'use-intl/react'
import { Button, buttonClass } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { Tag } from '#ui/tag.tsx'
import type { VenueRoom } from '#features/venue/contract.ts'
import { useDevice } from './hall/device.ts'
import { useRoom, type RoomState } from './use-room.ts'

/** Sandbox of the room. It may run scripts and use its own storage, but not navigate this page. */
const sandbox =
  'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-pointer-lock'
/** Permissions that the room may request. */
const allow = 'autoplay; camera; fullscreen; microphone'

/** The embedded room. Mounting it enters the room. */
function RoomFrame({ embedUrl, host, onLoad }: { embedUrl: string; host: string; onLoad: () => void }) {
  const t = useTranslations('venue.room')
  return (
    <iframe
      title={t('frame', { host })}
      src={embedUrl}
      sandbox={sandbox}
      allow={allow}
      // A room may be restricted to certain sites, which it checks by the referrer.
      referrerPolicy="strict-origin-when-cross-origin"
      onLoad={onLoad}
      className="absolute inset-0 size-full"
    />
  )
}

const facts = ['live', 'guests', 'voice'] as const

/**
 * Entry to a connected room: on a desktop it opens in the page, elsewhere a link opens its app. The server renders one
 * page for all, so CSS decides by pointer type until JavaScript has detected the device.
 */
export function RoomEntry({ room }: { room: VenueRoom }) {
  const t = useTranslations('venue.room')
  const device = useDevice()
  const { state, enter, leave, onFrameLoad, openElsewhere } = useRoom()
  const { url, host, embedUrl } = room
  const isOutside = state.at === 'outside'
  const isPhone = device === 'phone'
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3 p-4 md:px-6">
        <ul className="flex flex-wrap gap-2" aria-label={t('facts')}>
          {facts.map((fact) => (
            <li key={fact}>
              <Tag className="bg-plate text-sand">{t(fact)}</Tag>
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
            {t('openFull')}
          </RoomLink>
        )}
      </div>
      {/* Above the image, because the button would not be on the first screen below it. */}
      {embedUrl || device !== 'desktop' ? (
        <div className="flex min-h-20 flex-wrap items-center gap-x-5 gap-y-3 border-y border-groove bg-plate-raised p-4 md:px-6">
          {device === 'desktop' ? null : (
            <RoomLink
              href={url}
              onClick={openElsewhere}
              className={buttonClass('primary', isPhone ? undefined : 'not-pointer-coarse:hidden')}
            >
              {t('openApp')}
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
              {isOutside ? t('enter') : t('leave')}
            </Button>
          ) : null}
          {isPhone ? null : (
            <p role="status" className="min-w-0 flex-1 basis-64 text-small text-dust">
              <RoomMessage state={state} />
            </p>
          )}
        </div>
      ) : null}
      <div className="relative flex min-h-0 flex-1 flex-col justify-end">
        {isOutside || !embedUrl ? (
          <p className="m-4 mb-auto max-w-xl self-start bg-plate p-4 text-small text-dust md:mx-6 md:mt-6">
            {isPhone || !embedUrl ? t('onPhone', { host }) : t('onDesktop', { host })}
          </p>
        ) : (
          <>
            <p className="flex flex-1 items-center justify-center bg-plate p-5 text-dust" aria-hidden="true">
              {state.at === 'opening' ? t('opening') : ''}
            </p>
            <RoomFrame embedUrl={embedUrl} host={host} onLoad={onFrameLoad} />
          </>
        )}
      </div>
    </>
  )
}

/** Status message of the room; nothing if there is none. */
function RoomMessage({ state }: { state: RoomState }) {
  const t = useTranslations('venue.room')
  const reasons = useTranslations('venue.reasons')
  if (state.at === 'opening') return t('openingText')
  if (state.at === 'inside') return t('inside')
  return state.reason ? reasons(state.reason) : null
}

/** Link to the room on its own site. */
function RoomLink({ children, ...link }: { href: string; onClick: () => void; className: string; children: string }) {
  const t = useTranslations('site.controls')
  return (
    <a {...link} target="_blank" rel="noopener noreferrer">
      {children}
      <ExternalLink size={16} strokeWidth={1.5} aria-hidden="true" />
      <span className="sr-only">{t('newTab')}</span>
    </a>
  )
}
