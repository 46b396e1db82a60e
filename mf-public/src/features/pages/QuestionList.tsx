import styles from './QuestionList.module.css';

interface AnswersProps {
  items: readonly { question: string; answer: string }[];
}

/** Questions that open to their answers. Native details: they open without JavaScript. */
export function QuestionList({ items }: AnswersProps) {
  return (
    <div className={styles.list}>
      {items.map(({ question, answer }) => (
        <details key={question} className={styles.item}>
          <summary className={styles.question}>{question}</summary>
          <p className={styles.answer}>{answer}</p>
        </details>
      ))}
    </div>
  );
}
