import { Moon, Sun, Sunset } from 'lucide-react'
import { useTranslations } from 'use-intl/react'
import { useReader, useReaderStore } from '../state/reader-context.tsx'
import { ToolButton } from '#ui/tool-button.tsx'

const themes = [
  { theme: 'day', Icon: Sun },
  { theme: 'sepia', Icon: Sunset },
  { theme: 'night', Icon: Moon },
] as const

/** Theme buttons. @param props.isLabelled Shows labels. */
export function ThemeTools({ isLabelled = false }: { isLabelled?: boolean }) {
  const t = useTranslations('reader.tools')
  const store = useReaderStore()
  const current = useReader((state) => state.theme)
  return (
    <div role="group" aria-label={t('groups.theme')} className="flex flex-wrap items-center">
      {themes.map(({ theme, Icon }) => (
        <ToolButton
          key={theme}
          Icon={Icon}
          label={t(`themes.${theme}`)}
          isLabelled={isLabelled}
          isPressed={current === theme}
          onClick={() => store.setTheme(theme)}
        />
      ))}
    </div>
  )
}
