import { hasWord, nameWords, wordsOf } from '@columnist/tables/admission/column-names';

/** Which are of people by themselves, whatever else the name of the column says. */
const ofPeople = wordsOf(
  'surname surnames forename forenames nickname nicknames vorname vornamen nachname nachnamen zuname',
  'familienname familiennamen rufname geburtsname mädchenname spitzname prénom prénoms prenom prenoms',
  'apellido apellidos cognome cognomi sobrenome apelido voornaam voornamen achternaam achternamen',
  'roepnaam förnamn efternamn fornavn etternavn efternavn',
);
const names = wordsOf('name names namen nom noms nombre nombres nome nomi nomes naam namn navn');
const compound = /^(.+?)(?:names?|namen|naam|namn|navn)$/;
/** Whom a name may be of, and which of theirs. */
const people = wordsOf(
  'first last full family given middle maiden birth user customer client patient employee contact',
  'person people student pupil child teacher doctor physician nurse author owner member guest driver',
  'passenger manager supervisor worker mother father spouse applicant candidate participant respondent',
  'recipient sender kunde kunden patient patienten mitarbeiter kontakt personen schüler lehrer arzt',
  'autor autoren inhaber fahrer benutzer nutzer mieter empfänger absender familien',
  'famille jeune complet employé élève auteur utilisateur personne médecin',
  'completo cliente paciente empleado alumno usuario contacto persona médico',
  'paziente dipendente alunno autore utente contatto famiglia medico',
  'funcionário aluno usuário contato pessoa klant patiënt medewerker leerling gebruiker',
);

/** Whether a column is named after names of people: `name` alone, or with a word of people. */
export function namesPeople(name: string): boolean {
  if (hasWord(name, ofPeople)) return true;
  const words = nameWords(name);
  const isName = (word: string): boolean => names.has(word) || compound.test(word);
  const others = words.filter((word) => !names.has(word));
  return (
    words.some(isName) &&
    (others.length === 0 || others.some((word) => people.has(compound.exec(word)?.[1] ?? word)))
  );
}
