import { Moon, Sun, Sunset } from 'lucide-react'
import { useReader, useReaderStore } from '../reader-context.tsx'
import { ToolButton } from './tool-button.tsx'

const themes = [
  { theme: 'day', label: 'Day', Icon: Sun },
  { theme: 'sepia', label: 'Sepia', Icon: Sunset },
  { theme: 'night', label: 'Night', Icon: Moon },
] as const

/** Theme buttons. @param props.isLabelled Shows labels. */
export function ThemeTools({ isLabelled = false }: { isLabelled?: boolean }) {
  const store = useReaderStore()
  const current = useReader((state) => state.theme)
  return (
    <div role="group" aria-label="Theme" className="flex flex-wrap items-center">
      {themes.map(({ theme, label, Icon }) => (
        <ToolButton
          key={theme}
          Icon={Icon}
          label={label}
          isLabelled={isLabelled}
          isPressed={current === theme}
          onClick={() => store.setTheme(theme)}
        />
      ))}
    </div>
  )
}
