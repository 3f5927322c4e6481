import type { DatasetColumn } from '@columnist/contract';

const wordsIn = (...lines: readonly string[]): ReadonlySet<string> =>
  new Set(lines.flatMap((line) => line.normalize().split(' ')));

/**
 * Words of what is counted or paid, which is added up, and words of what is a rate of it, which is
 * not: whether a column is extensive cannot be seen in its numbers. In English, German, French,
 * Spanish, Italian, Portuguese and Dutch; words that mean something else in another of these are
 * left out.
 */
const amounts = wordsIn(
  'amount amounts count counts quantity quantities qty sales sold revenue revenues turnover income',
  'profit cost costs spend spending expense expenses fee fees orders units visits views clicks',
  'sessions visitors downloads calls deaths cases births passengers rainfall precipitation precip',
  'total totals',
  'betrag beträge anzahl menge mengen umsatz umsätze erlös erlöse einnahmen einkommen gewinn kosten',
  'ausgaben aufwand gebühr gebühren bestellungen aufträge verkäufe verkauft stückzahl besuche',
  'besucher aufrufe klicks anrufe todesfälle fälle geburten fahrgäste niederschlag summe gesamt',
  'montant montants nombre quantité quantités ventes vendus recettes revenus bénéfice coût coûts',
  'dépense dépenses frais commandes unités visites vues clics visiteurs appels décès naissances',
  'passagers précipitations pluie totaux',
  'importe importes monto montos cantidad cantidades ventas vendidos ingresos ganancia costo costos',
  'coste costes gasto gastos pedidos unidades visitas visitantes llamadas muertes fallecidos casos',
  'nacimientos pasajeros precipitación lluvia',
  'importo importi quantità vendite venduti ricavi entrate costi spesa spese ordini unità visite',
  'visitatori chiamate decessi nascite passeggeri precipitazioni pioggia totale totali',
  'montante quantidade quantidades vendas vendidas receita receitas lucro custo custos despesa',
  'despesas cliques chamadas óbitos nascimentos passageiros precipitação chuva',
  'bedrag bedragen aantal aantallen hoeveelheid verkopen verkocht omzet inkomsten winst uitgaven',
  'bestellingen bezoeken bezoekers sterfgevallen geboorten passagiers neerslag totaal',
);
const rates = wordsIn(
  'per price rate ratio share percent percentage pct mean average avg median index score',
  'temperature level cumulative running',
  'je pro preis preise quote verhältnis anteil prozent mittel mittelwert durchschnitt',
  'durchschnittlich punktzahl temperatur kumuliert',
  'par prix taux pourcentage moyen moyenne médiane indice température niveau cumulé cumulée',
  'por precio precios tasa proporción porcentaje promedio mediana índice temperatura acumulado',
  'prezzo prezzi tasso rapporto percentuale medio punteggio livello cumulato',
  'preço preços taxa razão proporção percentual porcentagem média pontuação',
  'prijs prijzen verhouding aandeel gemiddeld gemiddelde mediaan temperatuur cumulatief',
);
/** The ends of words that German and Dutch make of several. */
const amountEnd =
  /.(?:betrag|anzahl|menge|umsatz|umsätze|kosten|gebühren|ausgaben|einnahmen|niederschlag|aantal|omzet)$/;
const rateEnd = /.(?:preis|quote|anteil|index|temperatur|durchschnitt|prijs|aandeel)$/;

const wordsOf = (name: string): string[] =>
  name
    .normalize()
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}]+/u);

/** Whether the values of a column are added up, as amounts and counts are. */
export function addsUp({ name, label, unit, type }: DatasetColumn): boolean {
  const words = wordsOf(`${name} ${label ?? ''}`);
  return (
    type === 'number' &&
    unit?.includes('%') !== true &&
    unit?.includes('/') !== true &&
    words.some((word) => amounts.has(word) || amountEnd.test(word)) &&
    !words.some((word) => rates.has(word) || rateEnd.test(word))
  );
}
