import type { TranslationOf } from '#shared/messages.ts'
import type { en } from './en.ts'

export const es: TranslationOf<typeof en> = { nav: 'Panel de administración' }
