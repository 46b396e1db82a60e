import styles from './QuestionList.module.css';

interface QuestionListProps {
  items: readonly { question: string; answer: string }[];
}

/** Questions that unfold their answers. They are native details elements, which work without JavaScript. */
export function QuestionList({ items }: QuestionListProps) {
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
