import type { TranslationOf } from '#shared/messages.ts'
import type { en } from './en.ts'

export const es: TranslationOf<typeof en> = {
  nav: 'Recorrido',
  description:
    'Cuarenta años haciendo discos: de una grabadora de casete de cuatro pistas a un ecosistema de artistas de IA, libros, tokens y plataformas.',
  feed: '[siteName]: hitos del recorrido',
  persona: {
    label: 'El recorrido',
    lead: 'La página del recorrido dice:',
    dated: '{period}, «{title}»:',
  },
  section: {
    present: 'hoy',
    name: 'Cronología',
    title: 'Un recorrido de 40 años en cuatro épocas',
    lead: 'De una grabadora de casete que giraba un poco rápido a programas que cantan. En los años entre una época y otra, el fundador no publicó discos propios.',
    more: 'Ver el recorrido completo',
    awards: 'Premios, {period}',
  },
  page: {
    present: 'hoy',
    title: 'El recorrido',
    kicker: 'Recorrido de 40 años',
    roots: 'Los comienzos',
    timeline: 'Trayectoria',
    tags: 'Categoría y premio',
    award: '<hidden>Premio: </hidden>{award}',
    ecosystem: 'El ecosistema',
    ecosystemLead: '{count, number} plataformas que surgieron de este trabajo y el motivo de cada una.',
    infrastructure: 'Infraestructura blockchain',
    recognitionAndLegacy: 'Reconocimientos y legado',
    recognition: 'Reconocimientos',
    legacy: 'Legado',
    onward: 'Sigue explorando',
    explore: 'Explorar el ecosistema',
    meet: 'Conocer a [siteName] Fam',
  },
}
