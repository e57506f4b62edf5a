package scene_test

import (
	"strings"
	"testing"
	"time"

	"dango/prefs/lang"
	"dango/session"
)

// speak has everything said in a language until the test ends.
func speak(t testing.TB, l lang.Language) {
	t.Helper()
	lang.Use(string(l))
	t.Cleanup(func() { lang.Use(string(lang.English)) })
}

// Another language is spoken from the next step on, and what the user has begun stays.
func TestLanguageIsLive(t *testing.T) {
	s := newStage(t)
	s.snap = three()
	s.step(30)
	english := s.Summary()
	speak(t, lang.Chinese)
	s.step(1)
	chinese := s.Summary()
	for _, word := range []string{"| 运行工具 |", "| 待查看 |", "| 回复中 |", "已运行 40 秒"} {
		if !strings.Contains(chinese, word) {
			t.Errorf("no %q in:\n%s", word, chinese)
		}
	}
	lang.Use(string(lang.English))
	s.step(1)
	if got := s.Summary(); got != english {
		t.Errorf("back in English:\n%s\nwant:\n%s", got, english)
	}
}

// A busy frame allocates nothing in any language.
func TestNoAllocationInChinese(t *testing.T) {
	speak(t, lang.Chinese)
	if n := testing.AllocsPerRun(200, busy(t)); n > 0 {
		t.Errorf("%v allocations a frame", n)
	}
}

// The most important pictures in Chinese: nothing is cut off, and nothing is left in English but names and what agents say.
func TestChinesePicture(t *testing.T) {
	plan := "# 迁移计划\n\n1. 找出调用旧接口的路由\n2. 为新接口写一个客户端，带重试和超时\n3. 逐个迁移路由，每个都有测试\n\n在你同意之前不会部署。"
	question := `{"questions":[{"question":"网站以后用哪个日期库？","header":"日期库","multiSelect":false,"options":[` +
		`{"label":"Temporal","description":"浏览器自带，无需安装"},{"label":"date-fns","description":"体积小，按需引入"}]}]}`
	late := request("r", session.Permission, "Bash",
		`{"command":"git push --force origin main && rm -rf build/","description":"发布并清理"}`)
	late.Deadline = noon.Add(30 * time.Second)
	waiting := session.Session{Key: session.Key{Tool: "codex", ID: "f"}, Title: "重命名服务", Titled: true, Folder: "infra", State: session.Waiting,
		StateSince: noon.Add(-90 * time.Second), Requests: []session.Request{{ID: "x", Life: session.HandedOff, ToolName: "Bash", Detail: "kubectl apply -f deploy.yaml"}}}
	busy := running("b", "修复登录跳转", "webshop")
	busy.Subagents, busy.Mode = make([]session.Subagent, 2), "plan"
	all := snapshot(finished("a", "更新依赖", "website", "14 个包都已是最新。有两个需要小改构建脚本，已经测试过。"), waiting, busy)
	for _, c := range []struct {
		name string
		snap *session.Snapshot
		do   func(*stage)
	}{
		{name: "sessions", snap: all},
		{name: "permission", snap: snapshot(asking("p", "把登录修复发布到预发环境", "webshop", suggesting(late, suggestions),
			request("r2", session.Permission, "Bash", `{"command":"ls"}`)))},
		{name: "always", snap: snapshot(asking("p", "把登录修复发布到预发环境", "webshop", suggesting(late, suggestions))), do: func(s *stage) {
			s.click(s.find("[总是…]"))
		}},
		{name: "why", snap: snapshot(asking("p", "把登录修复发布到预发环境", "webshop", late)), do: func(s *stage) {
			s.click(s.find("[拒绝并说明原因…]"))
		}},
		{name: "question", snap: snapshot(asking("q", "选一个日期库", "website", request("r", session.Question, "AskUserQuestion", question)))},
		{name: "plan", snap: snapshot(asking("p", "迁移到新接口", "webshop", request("r", session.Plan, "ExitPlanMode", string(mustJSON(map[string]string{"plan": plan})))))},
		{name: "collapsed", snap: all, do: func(s *stage) { s.SetCollapsed(true) }},
		{name: "menu", snap: all, do: func(s *stage) { s.openMenu() }},
	} {
		for _, dark := range []bool{false, true} {
			t.Run(c.name+map[bool]string{false: " light", true: " dark"}[dark], func(t *testing.T) {
				speak(t, lang.Chinese)
				s := newStage(t)
				s.snap, s.in.Dark = c.snap, dark
				s.step(30)
				if c.do != nil {
					c.do(s)
				}
				s.step(30)
				golden(t, picture(s.Scene, 1, dark))
			})
		}
	}
}
