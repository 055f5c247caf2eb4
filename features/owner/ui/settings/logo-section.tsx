import { Upload } from 'lucide-react'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { type SiteLogo, logoAddress } from '#shared/site-identity.ts'
import { type ActionOutcome, ActionResult } from '#ui/action-result.tsx'
import { SettingsSection } from '#ui/admin/settings-section.tsx'
import { sendFile } from '#ui/admin/send-file.ts'
import { buttonClass } from '#ui/button.tsx'
import { PostForm, SubmitButton } from '#ui/post-form.tsx'
import type { useOwnOutcome } from './own-outcome.ts'

/**
 * The logo of the site with its upload. Without script, the form is posted and redirects back to this page.
 *
 * @param upload Outcome of an upload with script.
 */
export function LogoSection({
  logo,
  siteName,
  upload: { outcome, show },
}: {
  logo: SiteLogo | undefined
  siteName: string
  upload: Pick<ReturnType<typeof useOwnOutcome<ActionOutcome>>, 'outcome' | 'show'>
}) {
  const { revalidate } = useRevalidator()
  const [isSending, setIsSending] = useState(false)

  async function upload(form: HTMLFormElement, file: File) {
    setIsSending(true)
    show(undefined)
    show(await sendLogo(file))
    setIsSending(false)
    form.reset()
    await revalidate()
  }

  return (
    <SettingsSection
      id="logo"
      title="Logo"
      lead="Shown in the header, in emails, and as the icon of the site and of the installed app. Without a logo, the name of the site is shown."
    >
      <div aria-busy={isSending}>
        <ActionResult outcome={outcome} />
      </div>
      <div className="flex min-h-20 items-center border border-groove bg-plate px-5 py-4">
        {logo ? (
          <img
            src={logoAddress(logo.id, 'logo.webp')}
            alt={`Logo of ${siteName}`}
            width={Math.ceil(logo.width / 2)}
            height={Math.ceil(logo.height / 2)}
          />
        ) : (
          <span className="font-display text-[1.375rem] leading-none font-extrabold tracking-[-0.05em]">
            {siteName}
          </span>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <form
          method="post"
          action="/api/owner/logo"
          encType="multipart/form-data"
          className="flex flex-wrap items-center gap-3"
        >
          <label
            className={buttonClass(
              'quiet',
              'relative focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-live',
            )}
          >
            <Upload size={16} strokeWidth={1.5} aria-hidden="true" />
            {isSending ? 'Uploading…' : logo ? 'Replace logo' : 'Upload logo'}
            <input
              type="file"
              name="file"
              required
              accept="image/jpeg,image/png,image/webp,image/avif"
              className="absolute inset-0 cursor-pointer opacity-0"
              onChange={({ currentTarget: { form, files } }) => {
                if (form && files?.[0] && !isSending) void upload(form, files[0])
              }}
            />
          </label>
          <noscript>
            <button type="submit" className={buttonClass('quiet')}>
              Upload the selected file
            </button>
          </noscript>
        </form>
        {logo ? (
          <PostForm>
            <SubmitButton name="act" value="remove-logo" variant="bare" className="px-2">
              Remove logo
            </SubmitButton>
          </PostForm>
        ) : null}
      </div>
      <p className="measure text-small text-dust">
        JPEG, PNG, WebP or AVIF, up to 5 MB, at least 128 pixels on its longer side and 24 on its shorter side. The
        longer side can be up to 8 times as long as the shorter one. The pages are dark: a light logo on a transparent
        background looks best.
      </p>
    </SettingsSection>
  )
}

/** Results of an upload by the parameter with which a browser without script is redirected. */
export const logoOutcomes = {
  saved: { kind: 'done', message: 'Logo saved. Pages and emails show it now.' },
  dark: {
    kind: 'done',
    message: 'Logo saved, but it is dark and hard to see on the dark pages of the site. Upload a light version.',
  },
  transparent: { kind: 'done', message: 'Logo saved, but it is completely transparent. Upload another one.' },
} satisfies Record<string, ActionOutcome>

async function sendLogo(file: File): Promise<ActionOutcome> {
  try {
    const { signal } = new AbortController()
    const { warning } = await sendFile<{ warning?: string }>('/api/owner/logo', file, () => undefined, signal)
    return warning ? { kind: 'done', message: `Logo saved. ${warning}` } : { ...logoOutcomes.saved }
  } catch (error) {
    return { kind: 'refused', message: (error as Error).message }
  }
}
