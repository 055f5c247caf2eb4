import type { TranslationOf } from '#shared/messages.ts'
import type { en } from './en.ts'

export const es: TranslationOf<typeof en> = {
  nav: 'Inicio',
  page: {
    title: 'Un ecosistema <br></br>de música con IA',
    lead: '[siteName] reúne artistas hechos con IA y presentados como tales, una emisora que los pone a todas horas, libros, dos tokens y más de 18 plataformas.',
    explore: 'Explorar el ecosistema',
    enter: 'Entrar en el mundo virtual',
    onThisPage: 'En esta página',
  },
  description:
    'Un ecosistema de música con IA: más de 18 plataformas, artistas, libros, dos tokens, una emisora de radio y 40 años de recorrido.',
}
