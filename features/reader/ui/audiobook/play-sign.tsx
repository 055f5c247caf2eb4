import { Pause, Play } from 'lucide-react'

/** Pause while it sounds, else play. */
export function PlaySign({ isOn, size }: { isOn: boolean; size: number }) {
  const Sign = isOn ? Pause : Play
  return <Sign size={size} strokeWidth={1.5} aria-hidden="true" />
}
